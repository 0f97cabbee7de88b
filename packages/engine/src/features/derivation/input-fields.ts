/** What the agents call the same field, in the order in which it is looked for. */
export const FILE_FIELDS: readonly string[] = [
  'file_path',
  'filePath',
  'path',
  'target_file',
  'absolute_path',
  'notebook_path',
  'relative_path',
  'uri',
];

export const FOLDER_FIELDS: readonly string[] = [
  'path',
  'dir_path',
  'directory',
  'target_directory',
  'relative_workspace_path',
];

export const QUERY_FIELDS: readonly string[] = ['pattern', 'query', 'q', 'search_term', 'substring_pattern', 'regex'];
