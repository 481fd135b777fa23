// Before anything is drawn: the theme that was chosen on this phone, if one was.
(() => {
  try {
    const theme = localStorage.getItem("theme");
    if (theme === "dark" || theme === "light") document.documentElement.dataset.theme = theme;
  } catch {
    // A phone that keeps nothing follows its system.
  }
})();
