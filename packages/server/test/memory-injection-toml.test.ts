import { DEFAULT_MEMORY_INJECTION, readMemoryInjectionSettings } from '@inkling/engine/history';
import { parse } from 'smol-toml';
import { expect, test } from 'vitest';
import { memoryOptionsOf } from '../src/config/memory-options-of.ts';
import { readSettingsText } from '../src/config/read-settings-file.ts';
import { DEFAULT_SETTINGS } from '../src/config/resolve-settings.ts';

// The reader of the settings brings no parser; here is one, with the table as the source document prints it.

test('`[memory_injection]` as the seed prints it [S4-010, S4-031]', () => {
  const toml =
    '[memory_injection]\nmax_injected_blocks_in_history = 3  # 0 = ephemeral mode\ncontext_window_depth = 10 # was 50\n';
  expect(readMemoryInjectionSettings(parse(toml))).toEqual({ ok: true, settings: DEFAULT_MEMORY_INJECTION });
});

test('the table in inkling.toml sets what conversations and sessions of hooks have [S4-010, S4-031]', async () => {
  const toml = '[memory_injection]\nmax_injected_blocks_in_history = 0  # 0 = ephemeral mode\n';
  const { values, problems } = readSettingsText(toml, 'inkling.toml', 'user');
  expect(problems).toEqual([]);
  const options = await memoryOptionsOf({ ...DEFAULT_SETTINGS.values, ...values });
  expect(options.memoryInjection).toEqual({ ...DEFAULT_MEMORY_INJECTION, max_injected_blocks_in_history: 0 });
  expect(options.inSession?.maxBlocks).toBe(0);
});

test('a whole inkling.toml, as the daemon reads it', () => {
  const toml = '[hooks]\nenabled = true\n[in_session.budgets]\n"*" = 100\n[embedder]\nname = "minilm"\n';
  expect(readMemoryInjectionSettings(parse(toml))).toEqual({ ok: true, settings: DEFAULT_MEMORY_INJECTION });
});

test('a document with other tables, and changes of every kind of value', () => {
  const toml = `
    [server]
    port = 3000
    [memory_injection]
    max_injected_blocks_in_history = 0
    eviction = "at-compaction"
    contextual_min_score = 0.4
    pinned_kinds = ["decision"]
    ambient_enabled = false`;
  expect(readMemoryInjectionSettings(parse(toml))).toEqual({
    ok: true,
    settings: {
      ...DEFAULT_MEMORY_INJECTION,
      max_injected_blocks_in_history: 0,
      eviction: 'at-compaction',
      contextual_min_score: 0.4,
      pinned_kinds: ['decision'],
      ambient_enabled: false,
    },
  });
});
