// The tablet's page: its elements by name, and the sheets that lie open on it.

export const byId = (id) => document.getElementById(id);

export const root = byId("main");
// Exchanged whole with each answer: never kept.
export const screen = () => byId("screen");

export const parse = (html) => new DOMParser().parseFromString(html, "text/html");

export const closeSheets = () => {
  for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
};
