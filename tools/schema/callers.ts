// Finds the folders of the product whose code calls a function of the database.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const searched = ['web/src', 'server', 'supabase/functions', 'tools'];

/** A function that takes a function's qualified name and returns the folders whose code names it. */
export function indexCallers(root: string): (schema: string, name: string) => string[] {
  const sources = searched.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
      .filter(({ parentPath, name }) => /(?<!\.test)\.tsx?$/.test(name) && parentPath !== import.meta.dirname)
      .map(({ parentPath, name }) => ({
        folder: path.relative(root, parentPath),
        text: readFileSync(path.join(parentPath, name), 'utf8'),
      })),
  );
  return (schema, name) => {
    const call = new RegExp(`(?:rpc\\(\\s*'|/rpc/)${name}'|\\b${schema}\\.${name}\\(`);
    return [...new Set(sources.filter(({ text }) => call.test(text)).map(({ folder }) => folder))].sort();
  };
}
