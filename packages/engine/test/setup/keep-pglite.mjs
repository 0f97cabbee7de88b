// V8 forgets what it compiled of a module with the last thread that has it. Held here it is there for the next database of this process:
// opening one, writing to it and reading from it takes 0.7 s of processor time instead of 1.9.
import { readFileSync } from 'node:fs';

globalThis.pglite ??= await WebAssembly.compile(
  readFileSync(new URL('pglite.wasm', import.meta.resolve('@electric-sql/pglite'))),
);
