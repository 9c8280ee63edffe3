// The web app in Chromium: the time to load each page of the demo and to respond to interactions, with an empty cache and the CPU slowed down; and
// large imports, an export and a bulk action, with their counts checked, memory and long tasks.
// On a busy machine the minimum is the best estimate; `work`, the CPU time of the page's main thread, hardly changes.
//   npm run bench -- web [--parts pages,interactions] [--times 5] [--slowdown 4] [--only leads]
//   npm run bench -- web --parts import,export,bulk [--rows 100000,1000000] [--export 500000] [--bulk 100000]

import { readOptions } from '../tools/read-options.ts';
import { approveMany } from './web/bulk.ts';
import { openDemoPages } from './web/demo-pages.ts';
import { exportApproved } from './web/export.ts';
import { importRows } from './web/import.ts';
import { openLargeWork } from './web/large-work.ts';

const values = readOptions({
  parts: 'pages,interactions',
  times: '5',
  slowdown: '4',
  only: '',
  rows: '100000,1000000',
  export: '500000',
  bulk: '100000',
});
const parts = values.parts.split(',');
const sizes = values.rows.split(',').map(Number);

if (parts.includes('pages') || parts.includes('interactions')) {
  const demo = await openDemoPages({
    times: Number(values.times),
    slowdown: Number(values.slowdown),
    only: values.only,
  });
  try {
    if (parts.includes('pages')) await demo.measurePages();
    if (parts.includes('interactions')) await demo.measureInteractions();
  } finally {
    await demo.close();
  }
}
if (['import', 'export', 'bulk'].some((part) => parts.includes(part))) {
  const work = await openLargeWork();
  try {
    if (parts.includes('import')) for (const rows of sizes) await importRows(work, rows);
    if (parts.includes('export')) await exportApproved(work, Number(values.export));
    if (parts.includes('bulk')) await approveMany(work, Number(values.bulk));
  } finally {
    await work.close();
  }
}
