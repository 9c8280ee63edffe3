import path from 'node:path';

/** Lets the servers and commands that tests start share their compiled code: most of a start is compiling. */
export const COMPILE_CACHE = {
  NODE_COMPILE_CACHE: path.resolve(import.meta.dirname, '../../node_modules/.cache/leadlight-tests'),
};
