import { names, type Heuristic } from './heuristic.ts';

/** Tools by which an agent plans, delegates and remembers. */
export const WORK_HEURISTICS: readonly Heuristic[] = [
  {
    tools: ['TodoWrite', 'todo_write', 'write_todos', 'update_plan', 'update_todo', 'todowrite'],
    facets: ['currentTodo'],
    reading: 'todo',
    fields: ['todos', 'plan', 'items'],
    use: 'What the agent says it is doing is a query by itself.',
  },
  {
    tools: ['TaskCreate', 'TaskUpdate', 'report_intent'],
    facets: ['currentTodo'],
    reading: 'text',
    fields: ['activeForm', 'subject', 'intent'],
    use: 'The same for agents that name one task at a time.',
  },
  {
    tools: ['Task', 'Agent', 'spawn_agent', 'delegate_to_agent', 'codebase_investigator', 'subagent', 'dispatch_agent'],
    facets: ['lastSubAgentDispatch'],
    reading: 'text',
    fields: ['description', 'objective', 'task', 'message', 'prompt'],
    use: 'A sub-agent is a session of its own, and this is its work item.',
  },
  {
    tools: names(
      'recall recall_memory memory_recall af_memory_recall memory_search search_memory search_memories search_nodes search_notes read_graph open_nodes graph_search memory_query query_memory mem_search get_memories list_memories read_memory read_note',
    ),
    facets: ['lastMemoryOp'],
    reading: 'memory',
    fields: names('query queryText q text search names memory_file_name memory_name identifier id'),
    use: 'What was asked of a memory should not be injected again.',
    containing: ['memoryrecall', 'recallmemor', 'memorysearch', 'searchmemor', 'memoryquery'],
    operation: 'recall',
  },
  {
    tools: names(
      'remember save_memory store_memory memory_store af_memory_store af_memory_remember add_memory add_memories memory_save memory_add memory_write write_memory write_note create_entities add_observations create_relations update_memory',
    ),
    facets: ['lastMemoryOp'],
    reading: 'memory',
    fields: ['content', 'fact', 'text', 'memory', 'title', 'memory_name', 'memory_file_name', 'subject'],
    use: 'What the agent wanted to keep.',
    containing: names('memorystore storememor memoryadd addmemor memorysave savememor memorywrite memoryremember'),
    operation: 'remember',
  },
  {
    tools: names(
      'forget delete_memory memory_delete memory_forget af_memory_forget delete_entities delete_observations delete_note',
    ),
    facets: ['lastMemoryOp'],
    reading: 'memory',
    fields: ['id', 'query', 'memory_id', 'memory_name', 'memory_file_name', 'entityNames', 'identifier'],
    use: 'What the agent no longer believes.',
    containing: ['memorydelete', 'deletememor', 'memoryforget', 'forgetmemor'],
    operation: 'forget',
  },
];
