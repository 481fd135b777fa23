// Shows the sentence "too-old" of a page whose scripts this browser cannot run. So this script itself is ECMAScript 5. The page
// removes the sentence once it runs.

(function () {
  function tell() {
    var sentence = document.getElementById("too-old");
    if (sentence) sentence.removeAttribute("hidden");
  }

  // The scripts have a syntax or a function that this browser does not know, unless only the page's words did not come.
  window.addEventListener("error", function (event) {
    if (String(event.message).indexOf("pageWords") < 0) tell();
  });
  if (!("noModule" in document.createElement("script"))) window.addEventListener("DOMContentLoaded", tell);
})();
