import path from 'node:path';
import type { InSessionMemoryConfig } from '@inkling/engine';
import type { InklingError } from '@inkling/engine/errors';
import { inSessionConfigOf } from './memory-options-of.ts';
import { readSettingsFile, SETTINGS_FILE, type SettingsReading } from './read-settings-file.ts';
import { narrowSettings, type Settings } from './resolve-settings.ts';

/** What counts for the sessions of a directory. */
export interface SessionSettings {
  /** Nothing is injected and nothing is recorded. */
  readonly isOff: boolean;
  readonly inSession: InSessionMemoryConfig;
  readonly start: {
    readonly enabled: boolean;
    readonly minRelevance: number;
    /** By the project's file alone: an organisation's budgets stand above the user's, and below this. */
    readonly atMostTokens: Readonly<Record<string, number>>;
    readonly withoutGraph: boolean;
  };
}

/**
 * The user's settings as the project's file narrows them. A file that cannot be read at all switches its project's sessions off: it was there to
 * restrict something. What else is wrong with it goes to `onProblem`, and the rest counts.
 */
export function sessionSettings(
  user: Settings,
  top: string | null,
  onProblem: (problem: InklingError) => void,
): SessionSettings {
  const { values, problems, isBroken, file } = readProjectSettings(top);
  problems.forEach(onProblem);
  const { values: narrowed } = narrowSettings(user, values, file);
  return {
    isOff: isBroken || !narrowed['hooks.enabled'],
    inSession: inSessionConfigOf(narrowed),
    start: {
      enabled: narrowed['session_start.enabled'] && narrowed['memory_injection.enabled'],
      minRelevance: narrowed['session_start.min_relevance'],
      atMostTokens: values['session_start.budgets'] ?? {},
      withoutGraph: !narrowed['graph.enabled'],
    },
  };
}

/** What the file at the top of a project says; nothing of a directory that is in no project. */
export function readProjectSettings(top: string | null): SettingsReading & { readonly file: string } {
  if (top === null) return { values: {}, problems: [], isBroken: false, file: '' };
  const file = path.join(top, SETTINGS_FILE);
  return { ...readSettingsFile(file, 'project'), file };
}
