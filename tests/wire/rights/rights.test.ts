// Everything that is tried against the rights over HTTP. One file, so that it is one server, whose connections serve every attack.
import './by-function.ts';
import './by-table.ts';
import './connections.ts';
import './reading.ts';
import './tokens.ts';
import './writing.ts';
