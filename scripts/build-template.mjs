// Makes the migrated PGlite cluster that the engine ships, so that a first start copies files instead of running initdb
// in WASM. Runs on the compiled engine; does nothing when the template is already of this PGlite and these migrations.
import { writeFileSync } from 'node:fs';
import {
  TEMPLATE_FILES,
  compressTemplate,
  createCluster,
  currentManifest,
  readTemplate,
} from '../packages/engine/dist/base/database/pglite/pglite-template.js';

if (readTemplate() !== null) {
  process.stdout.write('template: up to date\n');
} else {
  const archive = compressTemplate(await createCluster());
  writeFileSync(TEMPLATE_FILES.archive, archive);
  // Last: a template without its manifest is not used.
  writeFileSync(TEMPLATE_FILES.manifest, `${JSON.stringify(currentManifest(), null, 2)}\n`);
  process.stdout.write(`template: ${(archive.length / 2 ** 20).toFixed(1)} MiB\n`);
}
