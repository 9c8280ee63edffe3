// Says which browsers run the app, in a language that every browser reads. The oldest ones are those of web/browser-line.ts.
(function () {
  var lookbehind = '(?<=a)b'; // Safari reads it from 16.4
  try {
    new RegExp(lookbehind);
    if (typeof Array.prototype.toSorted === 'function') return; // Chrome has it from 110, Firefox from 115
  } catch (error) {} // it is shown below
  var root = document.getElementById('root');
  root.removeAttribute('id'); // the app starts in no other element
  root.style.padding = '2rem';
  root.textContent =
    'Leadlight needs a newer browser: Chrome or Edge 111, Firefox 115, Safari 16.4, or a later version of one of them.';
})();
