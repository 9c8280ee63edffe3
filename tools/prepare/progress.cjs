// Says every few seconds how long a step has taken, while the process that started it waits. Ends with its standard input.
'use strict';
const [, , step, interval = '5000'] = process.argv;
const start = Date.now();
setInterval(() => {
  process.stdout.write(`${step} … ${Math.round((Date.now() - start) / 1000)} s\n`);
}, Number(interval));
process.stdin.on('end', () => process.exit()).resume();
