import { expect, test } from 'vitest';
import { DEFAULT_SEARCH_SETTINGS, searchSettings } from './search-settings.ts';

test('what a part leaves out keeps its default, in each of its parts too', () => {
  expect(searchSettings()).toEqual(DEFAULT_SEARCH_SETTINGS);
  const { fields, talk } = DEFAULT_SEARCH_SETTINGS;
  expect(searchSettings({ k1: 1, fields: { text: { weight: 2 } }, talk: { whole: 0 } })).toEqual({
    ...DEFAULT_SEARCH_SETTINGS,
    k1: 1,
    fields: { ...fields, text: { weight: 2, b: fields.text.b } },
    talk: { ...talk, whole: 0 },
  });
});
