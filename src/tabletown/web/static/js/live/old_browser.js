// Browsers of years ago can't read the modules of a table or a class. They go to the table's plain page, or load the page of
// the class anew every few seconds. Written in what they know.
let left = false;

function goPlain() {
  if (left) return;
  left = true;
  const table = /^\/t\/\w+$/.exec(location.pathname);
  if (table) location.replace(table[0] + "/plain");
  else setTimeout(() => location.reload(), 5000);
}

if (!("noModule" in HTMLScriptElement.prototype)) goPlain();
addEventListener("error", (event) => {
  const ours = event.filename && event.filename.indexOf(location.origin) === 0;
  if (ours && /SyntaxError/.test(event.message)) goPlain();
});
