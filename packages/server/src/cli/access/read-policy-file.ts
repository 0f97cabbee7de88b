import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { InklingError } from '@inkling/engine';

/** A text of policies and the name that decisions report it by. */
export interface PolicyFile {
  readonly name: string;
  readonly text: string;
}

/**
 * Reads a file of policies; `-` is standard input. Its name is the file's, without ending and in the letters that a policy's name may have.
 * @throws InklingError `import-source-invalid` when it cannot be read.
 */
export async function readPolicyFile(file: string): Promise<PolicyFile> {
  if (file === '-') return { name: 'stdin', text: await text(process.stdin) };
  try {
    return { name: nameOf(file), text: await readFile(file, 'utf8') };
  } catch (cause) {
    const reason = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown';
    throw new InklingError('import-source-invalid', `The file ${file} cannot be read (${reason}).`, {
      hint: 'Name a file of Cedar policies, or - for standard input.',
      cause,
      details: { path: file, reason },
    });
  }
}

function nameOf(file: string): string {
  const stem = path.basename(file).replace(/\.[^.]+$/, '');
  return (
    stem
      .toLowerCase()
      .replaceAll(/[^a-z0-9_-]+/g, '-')
      .replace(/^[-_]+/, '')
      .slice(0, 64) || 'policy'
  );
}
