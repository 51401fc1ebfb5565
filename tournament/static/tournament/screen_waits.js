// A television that waits to be taken in: whether the browser can keep it awake afterwards (clock.js).

document.getElementById("may-sleep").hidden = "wakeLock" in navigator;
