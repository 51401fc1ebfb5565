// A television that speaks: each announcement at its moment, a sound and then a sentence, joined from clips.
//
// All clips of a language are one file, and an index says from when to when each of them lasts; so nothing is fetched
// when something is to be said, and what follows is heard without a gap. The page has what comes ([data-said]) with the
// server's moment, so a screen that cannot reach the server says it all the same. Nothing is said twice, two things
// never at once: the more urgent one interrupts. What is twenty seconds old is not said, after a sleep for example.
//
// A browser lets a page speak once somebody has touched it, or when it was started so (docs/televisions.md).
//
// Where the event wants it and the browser has a voice of the language in itself, that voice says the sentence. Its end
// is not waited for, since not every browser tells of it: it lasts as long as the clips would, and a little longer.

import { serverNow } from "./clock.js";

const OLD_MS = 20_000;
const AGAIN_MS = 30_000;
const GAP_SECONDS = 0.03;
const LEAD_SECONDS = 0.05;
const RETRY_MS = 5_000;
const LONGER = 1.3;

const sound = document.getElementById("sound");
const hint = document.getElementById("sound-off");
const said = new Map(JSON.parse(sessionStorage.getItem("said") ?? "[]"));

// What the house has instead of a sound, by its name.
const own = new Map();

let context;
let volume;
let clips;
let speaking = { rank: Infinity, until: 0, sources: [], words: 0 };

const load = async () => {
  try {
    await loadClips();
  } catch {
    setTimeout(load, RETRY_MS);
  }
};

const loadClips = async () => {
  const index = await (await fetch(sound.dataset.index)).json();
  context ??= new AudioContext({ sampleRate: index.rate });
  volume = new GainNode(context, { gain: Number(sound.dataset.volume) / 100 });
  volume.connect(context.destination);
  context.addEventListener("statechange", showWhetherOn);
  showWhetherOn();
  const samples = await (await fetch(sound.dataset.clips)).arrayBuffer();
  const buffer = await context.decodeAudioData(samples);
  for (const { dataset } of document.querySelectorAll("[data-own]")) {
    const file = await (await fetch(dataset.src)).arrayBuffer();
    own.set(dataset.own, await context.decodeAudioData(file));
  }
  clips = { buffer, late: clickIn(buffer) - index.click, at: index.clips, texts: index.spoken };
};

// Decoders put more or less silence before what they give: a click in front of all clips tells how much.
const clickIn = (buffer) => buffer.getChannelData(0).findIndex((sample) => Math.abs(sample) > 1 / 3) / buffer.sampleRate;

const isOn = () => context?.state === "running";

const showWhetherOn = () => {
  hint.hidden = isOn();
};

const wake = () => {
  if (context && !isOn()) context.resume();
};

const clip = (name) => {
  const mine = own.get(name);
  if (mine) return { buffer: mine, from: 0, seconds: mine.duration };
  const [from, seconds] = clips.at[name] ?? [0, 0];
  return { buffer: clips.buffer, from: clips.late + from, seconds };
};

// The browser's own voice: one that is in it, and needs no network.
const ownVoice = () => {
  if (sound.dataset.voice !== "television") return undefined;
  const language = document.documentElement.lang;
  return globalThis.speechSynthesis?.getVoices().find((voice) => voice.localService && voice.lang.startsWith(language));
};

const say = (text, voice) => {
  const sentence = new SpeechSynthesisUtterance(text);
  Object.assign(sentence, { voice, lang: voice.lang, volume: Number(sound.dataset.volume) / 100 });
  speechSynthesis.speak(sentence);
};

const fallSilent = () => {
  for (const source of speaking.sources) source.stop();
  clearTimeout(speaking.words);
  if (speaking.words) speechSynthesis.cancel();
};

const speak = (names, rank) => {
  fallSilent();
  const voice = ownVoice();
  const words = voice ? names.filter((name) => name in clips.texts) : [];
  let at = context.currentTime + LEAD_SECONDS;
  const sources = [];
  for (const name of names) {
    const { buffer, from, seconds } = clip(name);
    if (!seconds || words.includes(name)) continue;
    const source = new AudioBufferSourceNode(context, { buffer });
    source.connect(volume);
    source.start(at, from, seconds);
    sources.push(source);
    at += seconds + GAP_SECONDS;
  }
  speaking = { rank, until: at, sources, words: 0 };
  if (!words.length) return;
  const text = words.map((name) => clips.texts[name]).join(" ");
  speaking.words = setTimeout(() => say(text, voice), (at - context.currentTime) * 1000);
  speaking.until += LONGER * words.reduce((all, name) => all + clip(name).seconds, 0);
};

const dueNow = () => {
  const now = serverNow();
  return [...document.querySelectorAll("[data-said]")]
    .map(({ dataset }) => ({
      key: dataset.said,
      at: Number(dataset.at),
      rank: Number(dataset.rank),
      clips: dataset.clips.split(" "),
    }))
    .filter(({ key, at }) => at <= now && now - at < OLD_MS && !(Math.abs(at - said.get(key)) < AGAIN_MS))
    .sort((one, other) => one.rank - other.rank)[0];
};

const tick = () => {
  if (!clips || !isOn()) return;
  const due = dueNow();
  if (!due || (context.currentTime < speaking.until && due.rank >= speaking.rank)) return;
  said.set(due.key, due.at);
  sessionStorage.setItem("said", JSON.stringify([...said]));
  speak(due.clips, due.rank);
};

for (const gesture of ["pointerdown", "keydown"]) document.addEventListener(gesture, wake);
sound.addEventListener(sound.dataset.tone, () => clips && isOn() && speak(["sound-level", "sound-on"], Infinity));
load();
setInterval(tick, 100);
