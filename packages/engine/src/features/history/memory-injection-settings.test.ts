import { describe, expect, test } from 'vitest';
import { DEFAULT_MEMORY_INJECTION, readMemoryInjectionSettings } from './memory-injection-settings.ts';

describe('settings', () => {
  test('defaults: three blocks, a pause of ten turns [S4-010, S4-031, S4-032, S4-039]', () => {
    expect(DEFAULT_MEMORY_INJECTION.max_injected_blocks_in_history).toBe(3);
    expect(DEFAULT_MEMORY_INJECTION.context_window_depth).toBe(10);
    expect(readMemoryInjectionSettings({})).toEqual({ ok: true, settings: DEFAULT_MEMORY_INJECTION });
    expect(readMemoryInjectionSettings(undefined)).toEqual({ ok: true, settings: DEFAULT_MEMORY_INJECTION });
  });

  test('the table of a document, or the table alone', () => {
    const table = { max_injected_blocks_in_history: 0, eviction: 'at-compaction' };
    const settings = { ...DEFAULT_MEMORY_INJECTION, ...table };
    expect(readMemoryInjectionSettings({ server: {}, memory_injection: table })).toEqual({ ok: true, settings });
    expect(readMemoryInjectionSettings(table)).toEqual({ ok: true, settings });
    expect(readMemoryInjectionSettings({ server: {} })).toEqual({ ok: true, settings: DEFAULT_MEMORY_INJECTION });
  });

  test('what is not known or out of range is named, with what it takes', () => {
    const reading = readMemoryInjectionSettings({
      memory_injection: {
        max_injected_blocks: 3,
        context_window_depth: -1,
        pinned_kinds: [1],
        eviction: 'later',
        enabled: 1,
      },
    });
    expect(reading).toMatchObject({ ok: false });
    expect(reading.ok ? [] : reading.problems).toEqual([
      expect.stringContaining('memory_injection.max_injected_blocks is not known. Known: enabled,'),
      'memory_injection.context_window_depth is -1. Give a whole number from 0 to 100000.',
      'memory_injection.pinned_kinds is [1]. Give a list of strings.',
      `memory_injection.eviction is "later". Give 'immediate' or 'at-compaction'.`,
      'memory_injection.enabled is 1. Give true or false.',
    ]);
    expect(readMemoryInjectionSettings({ memory_injection: 3 })).toEqual({
      ok: false,
      problems: ['memory_injection is not a table.'],
    });
    expect(readMemoryInjectionSettings('x')).toEqual({ ok: false, problems: ['memory_injection is not a table.'] });
    expect(readMemoryInjectionSettings({ constructor: 1 })).toMatchObject({ ok: false });
  });
});
