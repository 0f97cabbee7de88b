import type { FileHandle } from 'node:fs/promises';

/** Reads until all targets are full, one behind the other; false when the file ends before. */
export async function readInto(handle: FileHandle, targets: readonly Uint8Array[]): Promise<boolean> {
  for (let rest = targets.filter(isNotEmpty); rest.length > 0;) {
    const { bytesRead } = await handle.readv(rest);
    if (bytesRead === 0) return false;
    rest = without(rest, bytesRead);
  }
  return true;
}

/** What of the targets is still to be filled. */
function without(targets: readonly Uint8Array[], bytes: number): Uint8Array[] {
  let full = bytes;
  const rest = targets.map((target) => {
    const filled = Math.min(full, target.length);
    full -= filled;
    return target.subarray(filled);
  });
  return rest.filter(isNotEmpty);
}

const isNotEmpty = ({ length }: Uint8Array): boolean => length > 0;
