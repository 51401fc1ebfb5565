// An event, or the standings of a league, drawn in a page of somebody else (docs/embedding.md):
//
//   <script src="https://house/widget.js" data-event="CODE" data-show="clock" async></script>
//
// All that is left in the page is one element, whose shadow keeps styles out and in: no global name, no cookie, no
// error. A policy of the page may forbid inline styles: ours are a sheet that is constructed. Times are counted to their
// ends by the server's time, never in steps.
(() => {
  const WORDS = {}; // in each language, put here by the server (tournament.views.embeds)
  const POLL_MS = { clock: 15_000, standings: 30_000, payouts: 30_000, league: 60_000 };
  const LONGEST_WAIT_MS = 120_000;
  const SIGNS = { EUR: "€", USD: "$", GBP: "£", JPY: "¥" };

  const script = document.currentScript;
  if (!script?.src) return;
  const { event: code = "", show = "clock", theme = "", rows = "20", into = "" } = script.dataset;
  const house = new URL(script.src).origin;
  const spoken = script.dataset.lang || script.closest("[lang]")?.lang || navigator.language || "en";
  const words = WORDS[spoken.slice(0, 2).toLowerCase()] ?? WORDS.en;
  const at = encodeURIComponent(code);
  const limit = Math.min(200, Math.max(1, Number(rows) || 20));
  const api = `${house}/api/v1/`;
  const ADDRESSES = {
    clock: [`${api}events/${at}/clock`, `${house}/t/${at}/`],
    standings: [`${api}events/${at}/standings?limit=${limit}`, `${house}/t/${at}/`],
    payouts: [`${api}events/${at}/payouts?limit=${limit}`, `${house}/t/${at}/payouts/`],
    league: [`${api}seasons/${at}?limit=${limit}`, `${house}/seasons/${at}/`],
  };

  const STYLE = `
:host { all: initial !important; display: block !important; direction: ltr !important; color-scheme: inherit !important }
:host([data-theme="light"]) { color-scheme: light !important }
:host([data-theme="dark"]) { color-scheme: dark !important }
.box {
  --ink: light-dark(#12201b, #eef4f0); --soft: light-dark(#43544d, #a9bab2); --ground: light-dark(#fff, #131c19);
  --line: light-dark(#c3cec9, #2f3f39); --accent: light-dark(#0b5c49, #56d3aa); --bad: light-dark(#9c141d, #ff9c97);
  box-sizing: border-box; min-width: 0; padding: 12px 14px; border: 1px solid var(--line);
  border-left: 6px solid var(--floorman-accent, var(--accent)); border-radius: 6px;
  background: var(--ground); color: var(--ink);
  font: 16px/1.35 -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Liberation Sans", Arial, sans-serif;
  font-variant-numeric: tabular-nums; overflow-wrap: anywhere;
}
p, dl, dd { margin: 0 }
.row { display: flex; flex-wrap: wrap; align-items: baseline; justify-content: space-between; gap: 0 16px }
.strong { font-weight: 700 }
.soft, dt, th, .foot { color: var(--soft); font-weight: 400 }
.small, dt, .foot { font-size: 14px }
.time { font-size: 40px; font-weight: 800; line-height: 1.1 }
.alarm { color: var(--bad) }
dl { display: flex; flex-wrap: wrap; gap: 4px 20px; margin-top: 8px }
dd { font-weight: 700 }
table { width: 100%; margin-top: 6px; border-collapse: collapse }
th, td { padding: 4px 8px 4px 0; border-top: 1px solid var(--line); text-align: left; vertical-align: top }
th { border-top: 0 }
th { overflow-wrap: normal }
.number { width: 1%; text-align: right; white-space: nowrap }
tr > :last-child { padding-right: 0 }
.foot { margin-top: 8px }
.away { color: var(--bad); font-weight: 700 }
a { color: inherit }
a:focus-visible { outline: 3px solid var(--accent) }
[hidden] { display: none }`;

  // --- Pieces: every text goes in as text ---------------------------------------------------------------------------

  const make = (name, look = "", ...inside) => {
    const made = document.createElement(name);
    if (look) made.className = look;
    made.append(...inside.filter((each) => each !== null && each !== ""));
    return made;
  };

  const say = (text, values) => text.replace(/%\((\w+)\)s/g, (_all, name) => values[name]);
  const chips = (number) =>
    number === null || number === undefined ? "–" : String(number).replace(/\B(?=(\d{3})+$)/g, words.thousands);

  const money = (paid) => {
    if (!paid) return "–";
    const [whole, cents = "00"] = paid.amount.split(".");
    const text = chips(whole) + (cents === "00" ? "" : words.decimal + cents);
    const sign = SIGNS[paid.currency] ?? paid.currency;
    if (!words.sign_first) return `${text}\u00a0${sign}`;
    return sign === paid.currency ? `${sign}\u00a0${text}` : sign + text;
  };

  const pad = (number) => String(number).padStart(2, "0");
  const asTime = (ms, round = Math.ceil) => {
    const seconds = Math.max(0, round(ms / 1000));
    const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
    return hours ? `${hours}:${pad(minutes)}:${pad(seconds % 60)}` : `${minutes}:${pad(seconds % 60)}`;
  };

  const places = (first, last) => (first === last ? chips(first) : `${chips(first)}–${chips(last)}`);

  const stakes = (level) => {
    const fixed = level.small_bet ? [level.small_bet, level.big_bet] : [level.small_blind, level.big_blind];
    const ante = level.ante ? ` (${words.ante} ${chips(level.ante)})` : "";
    return fixed.map(chips).join("/") + ante;
  };

  const table = (heads, lines) => {
    const cell = (name, text, place) => {
      const made = make(name, place === 1 ? "" : "number", text);
      if (name === "th") made.scope = "col";
      return made;
    };
    const body = lines.map((line) => make("tr", "", ...line.map((text, place) => cell("td", text, place))));
    const head = make("tr", "", ...heads.map((text, place) => cell("th", text, place)));
    return make("table", "", make("thead", "", head), make("tbody", "", ...body));
  };

  // --- What is drawn of each kind of answer --------------------------------------------------------------------------

  let offset = 0; // the server's time less this page's
  let count = null; // what the clock shows at each tick
  const serverNow = () => performance.now() + offset;

  const counting = (told) => {
    if (told.resumes_at) return [Date.parse(told.resumes_at), 1];
    if (told.state === "overtime") return [Date.parse(told.period_ends_at), -1];
    return told.period_ends_at ? [Date.parse(told.period_ends_at), 1] : [null, 1];
  };

  const showTime = (told) => {
    const time = make("p", "time");
    time.setAttribute("role", "timer");
    const [end, way] = counting(told);
    count = () => {
      const left = end === null ? told.remaining_ms : (end - serverNow()) * way;
      const text = way < 0 ? `+${asTime(left, Math.floor)}` : asTime(left);
      if (time.textContent !== text) time.textContent = text;
      time.classList.toggle("alarm", way < 0 || (told.state === "running" && left <= 30_000));
      // The next level comes with the next answer.
      if (end !== null && way > 0 && left <= 0) askSoon();
    };
    count();
    return time;
  };

  const figure = (name, value) => make("div", "", make("dt", "", name), make("dd", "", value));

  const clock = (told) => {
    offset = Date.parse(told.server_now) - performance.now();
    count = null;
    const isOver = told.state === "finished" || told.state === "cancelled";
    const level = say(words.level, { number: chips(told.level_number) });
    const what = told.break ? told.break.label || words.states.break : told.state === "scheduled" ? "" : level;
    const state = told.break && told.state === "break" ? "" : words.states[told.state] ?? "";
    const follows = told.next_level && `${words.next} ${stakes(told.next_level)}`;
    const left = say(words.left_of, { left: chips(told.players_left), entries: chips(told.entries) });
    return [
      make("p", "strong", told.name),
      make("div", "row", make("span", "strong", isOver ? told.winner ?? "" : what), make("span", "soft", state)),
      ...(isOver ? [] : [showTime(told), make("p", "strong", stakes(told.level)), make("p", "soft small", follows)]),
      make(
        "dl",
        "",
        isOver ? figure(words.entries, chips(told.entries)) : figure(words.players, left),
        ...(isOver ? [] : [figure(words.average, chips(told.average_stack))]),
        ...(told.prize_pool ? [figure(words.pool, money(told.prize_pool))] : []),
      ),
    ];
  };

  const standings = (told) => [
    table(
      [words.rank, words.player, told.items.some((row) => row.is_in) ? words.chips : words.prize],
      told.items.map((row) =>
        row.is_in
          ? [row.rank === null ? "–" : chips(row.rank), row.name, chips(row.chips)]
          : [places(row.place_first, row.place_last), row.name, row.prize ? money(row.prize) : "–"],
      ),
    ),
  ];

  const payouts = (told) => [
    make("dl", "", figure(words.pool, money(told.prize_pool)), figure(words.paid, chips(told.places_paid))),
    table(
      [words.place, words.player, words.prize],
      told.items.map((row) => [
        places(row.first, row.last),
        row.name ?? (row.is_next ? words.next_out : "–"),
        money(row.prize),
      ]),
    ),
  ];

  const points = (text) => {
    const [whole, rest = ""] = String(text).split(".");
    const decimals = rest.replace(/0+$/, "");
    return chips(whole) + (decimals ? words.decimal + decimals : "");
  };

  const league = (told) => [
    make("p", "strong", `${told.league}, ${told.name}`),
    table(
      [words.rank, words.player, words.points],
      told.items.map((row) => [row.rank === null ? "–" : chips(row.rank), row.name, points(row.points)]),
    ),
  ];

  const DRAWN = { clock, standings, payouts, league };

  // --- In the page ---------------------------------------------------------------------------------------------------

  const host = document.createElement("div");
  const body = make("div");
  const said = make("p", "away small");
  said.setAttribute("role", "status");
  said.hidden = true;

  const settle = () => {
    const [, page] = ADDRESSES[show];
    if (theme) host.dataset.theme = theme;
    const root = host.attachShadow({ mode: "open" });
    try {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(STYLE);
      root.adoptedStyleSheets = [sheet];
    } catch {
      root.append(make("style", "", STYLE));
    }
    const link = make("a", "", words.more);
    Object.assign(link, { href: page, target: "_blank", rel: "noopener" });
    const box = make("div", "box", body, said, make("p", "foot", link));
    box.lang = words.language;
    root.append(box);
    const place = into ? document.querySelector(into) : null;
    if (place) place.append(host);
    else if (script.parentNode && script.parentNode !== document.head) script.after(host);
    else document.body.append(host);
  };

  // --- Asking again, while somebody looks -----------------------------------------------------------------------------

  let timer = 0;
  let failures = 0;
  let isAsking = false;
  let isSoon = false;
  let since = "";

  const tell = (text) => {
    said.textContent = text;
    said.hidden = !text;
  };

  const askIn = (ms) => {
    clearTimeout(timer);
    timer = setTimeout(ask, ms);
  };

  // Many pages wait for the same moment: each takes its own.
  const askSoon = () => {
    if (isSoon || failures) return;
    isSoon = true;
    askIn(1_000 + Math.random() * 3_000);
  };

  const failed = (wait) => {
    failures += 1;
    tell(since ? say(words.away_since, { time: since }) : words.away);
    askIn(Math.max(wait, Math.min(LONGEST_WAIT_MS, 5_000 * 2 ** failures)));
  };

  const ask = async () => {
    if (isAsking || document.hidden || !host.isConnected) return;
    isAsking = true;
    try {
      const answer = await fetch(ADDRESSES[show][0], { cache: "no-store", credentials: "omit", mode: "cors" });
      if (answer.status === 404) {
        body.replaceChildren();
        count = null;
        tell(words.unknown);
        askIn(LONGEST_WAIT_MS);
        return;
      }
      if (!answer.ok) {
        failed(1000 * Number(answer.headers.get("Retry-After")) || 0);
        return;
      }
      const told = await answer.json();
      body.replaceChildren(...DRAWN[show](told));
      failures = 0;
      isSoon = false;
      const now = new Date();
      since = `${pad(now.getHours())}:${pad(now.getMinutes())}`;
      tell("");
      askIn(POLL_MS[show]);
    } catch {
      failed(0);
    } finally {
      isAsking = false;
    }
  };

  const begin = () => {
    if (!DRAWN[show]) return;
    settle();
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) ask();
    });
    setInterval(() => {
      if (count && host.isConnected) count();
    }, 250);
    ask();
  };

  const tryToBegin = () => {
    try {
      begin();
    } catch {
      // A page that has no place for it goes on without it.
    }
  };
  // A script in the head may come before there is anything to draw in.
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", tryToBegin);
  else tryToBegin();
})();
