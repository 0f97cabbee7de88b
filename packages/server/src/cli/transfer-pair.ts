import type { TransferPair } from '@inkling/engine/types';
import { projectIdentity } from '../project/project-identity.ts';

/** The projects of two arguments, each an id or a directory, which begins with a dot or a slash. */
export async function pairOf(source: string, destination: string): Promise<TransferPair> {
  return { sourceProjectId: await projectOf(source), destinationProjectId: await projectOf(destination) };
}

async function projectOf(text: string): Promise<string> {
  return /^(\.{1,2}(\/|$)|\/)/.test(text) ? projectIdentity(text) : text;
}
