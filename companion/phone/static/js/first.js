// Before anything is drawn: the theme that was chosen on this phone, if there is one. ECMAScript 5, as too-old.js.
(function () {
  try {
    var theme = localStorage.getItem("theme");
    if (theme === "dark" || theme === "light") document.documentElement.setAttribute("data-theme", theme);
  } catch (_) {
    // A phone that keeps nothing follows its system.
  }
})();
