// Enter goes on to the next bag: a scanner ends what it has read with one. In the last field it saves.

document.addEventListener("keydown", (event) => {
  const rows = event.target.closest?.(".bags__rows");
  if (event.key !== "Enter" || !rows || !event.target.matches("input")) return;
  const fields = [...rows.querySelectorAll("input")];
  const next = fields[fields.indexOf(event.target) + 1];
  if (!next) return;
  event.preventDefault();
  next.focus();
  next.select();
});
