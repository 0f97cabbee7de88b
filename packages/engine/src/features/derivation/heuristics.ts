import { COMMAND_HEURISTICS } from './command-heuristics.ts';
import { FILE_HEURISTICS } from './file-heuristics.ts';
import { names, type Heuristic, FILE_FIELDS, FOLDER_FIELDS, QUERY_FIELDS } from './heuristic.ts';
import { WORK_HEURISTICS } from './work-heuristics.ts';

/** Tools that search: code, file names, symbols, the web. */
const SEARCH_HEURISTICS: readonly Heuristic[] = [
  {
    tools: names(
      'Grep grep_search grep_files search_file_content codebase_search codesearch search_code search_for_pattern rg af_code_search_symbols af_code_search_code search_symbols semantic_search',
    ),
    containing: ['codesearch', 'searchcode', 'searchsymbol', 'symbolsearch', 'semanticsearch'],
    facets: ['lastSearch'],
    reading: 'search',
    fields: [...QUERY_FIELDS, ...FOLDER_FIELDS],
    use: 'What the agent looks for is what it does not know yet.',
  },
  {
    tools: ['Glob', 'file_search', 'search_files', 'find_file'],
    facets: ['lastSearch'],
    reading: 'search',
    fields: ['pattern', 'glob_pattern', 'query', 'file_mask', ...FOLDER_FIELDS],
    use: 'A search by file name.',
  },
  {
    tools: names('find_symbol find_referencing_symbols lsp af_code_find_symbol go_to_definition find_references'),
    facets: ['lastSearch'],
    reading: 'search',
    fields: ['name_path', 'name_path_pattern', 'symbol', 'symbol_name', 'query', 'name', 'operation', ...FILE_FIELDS],
    use: 'A search by symbol names what the graph has nodes for.',
  },
  {
    tools: ['WebFetch', 'web_fetch', 'webfetch', 'fetch', 'fetch_url', 'read_url', 'navigate', 'browser_navigate'],
    facets: ['lastFetch'],
    reading: 'text',
    fields: ['url', 'uri', 'prompt'],
    use: 'A page that was read explains a decision that follows.',
  },
  {
    tools: ['WebSearch', 'web_search', 'google_web_search', 'query-docs', 'get-library-docs', 'resolve-library-id'],
    facets: ['lastFetch'],
    reading: 'text',
    fields: ['query', 'search_term', 'q', 'topic', 'libraryName', 'libraryId'],
    use: 'As above, for a question.',
  },
];

/** The table behind deriveContext, and behind its page in the docs. All rows that name a tool apply, in this order. */
export const HEURISTICS: readonly Heuristic[] = [
  ...FILE_HEURISTICS,
  ...SEARCH_HEURISTICS,
  ...COMMAND_HEURISTICS,
  ...WORK_HEURISTICS,
];
