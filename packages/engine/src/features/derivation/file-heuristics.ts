import { names, type Heuristic, FILE_FIELDS } from './heuristic.ts';

/** Tools that read, change, list and delete files. */
export const FILE_HEURISTICS: readonly Heuristic[] = [
  {
    tools: names('Read NotebookRead read_file read_text_file view view_image get_file_contents get_symbols_overview'),
    facets: ['currentFile'],
    reading: 'path',
    fields: FILE_FIELDS,
    use: 'Recall and the graph look first at what touches the file that is open.',
  },
  {
    tools: ['read_many_files', 'read_multiple_files'],
    facets: ['currentFile'],
    reading: 'paths',
    fields: ['paths', 'include', 'file_paths'],
    use: 'The last of several files is the one that the agent goes on with.',
  },
  {
    tools: names(
      'Edit MultiEdit Write NotebookEdit write_file replace create create_file edit_file search_replace StrReplace create_or_update_file replace_symbol_body insert_after_symbol insert_before_symbol replace_content',
    ),
    facets: ['lastEditedFile', 'currentFile'],
    reading: 'path',
    fields: FILE_FIELDS,
    use: 'What was changed is what the next memory should be about.',
  },
  {
    tools: ['str_replace_editor', 'str_replace_based_edit_tool'],
    facets: ['currentFile'],
    reading: 'path',
    fields: FILE_FIELDS,
    use: 'One tool that views and edits: its command tells which.',
    commands: ['view'],
  },
  {
    tools: ['str_replace_editor', 'str_replace_based_edit_tool'],
    facets: ['lastEditedFile', 'currentFile'],
    reading: 'path',
    fields: FILE_FIELDS,
    use: 'As above, for the commands that change the file.',
    commands: ['create', 'str_replace', 'insert', 'undo_edit'],
  },
  {
    tools: ['apply_patch', 'patch'],
    facets: ['lastEditedFile', 'currentFile', 'lastDeletedFile'],
    reading: 'patch',
    fields: ['command', 'input', 'patch', 'patchText', 'patch_text'],
    use: 'Codex names its files only in the headers of the patch.',
  },
  {
    tools: ['Delete', 'delete_file'],
    facets: ['lastDeletedFile'],
    reading: 'path',
    fields: FILE_FIELDS,
    use: 'A memory about a file that is gone is a memory to doubt.',
  },
];
