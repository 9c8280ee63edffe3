// All rights tests over HTTP, in one file so that they share one server and its connections.
import './by-function.ts';
import './by-table.ts';
import './connections.ts';
import './reading.ts';
import './tokens.ts';
import './writing.ts';
