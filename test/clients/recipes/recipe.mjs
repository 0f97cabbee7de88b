/**
 * How one client is installed, run offline and judged.
 *
 * @typedef {object} Recipe
 * @property {string} agent Its name in `inkling init --agent`.
 * @property {string} package On npm.
 * @property {string} version The one that was measured.
 * @property {string} bin
 * @property {string[]} [afterInstall] A script to run once: npm runs none of its own accord.
 * @property {(world: World) => Record<string, string>} files What a user of the client has before Inkling comes, relative to the home.
 * @property {(world: World, prompt: string) => { args: string[], environment: Record<string, string> }} run
 * @property {{ start: string[], prompt: string[], toolCall: string[] }} roles Who speaks each block, as the model sees it.
 * @property {string[]} toolNames What the model reads our MCP tools as.
 * @property {(request: { tools: string[], parts: { text: string }[] }) => string[]} [offered] Where a request says so. (Default: its tools)
 * @property {(directory: string) => string[]} [pluginArgs] Arguments with which it also takes a plugin. (Default: it is not tried)
 * @property {string} mcpFile Where the client is told of MCP servers, relative to the home.
 * @property {RegExp} [doctorSays] What `inkling doctor` says of the client's hooks. (Default: nothing)
 * @property {Conversation} [conversation] How one run takes several turns. (Default: it takes one)
 * @property {(args: string[]) => string[]} [goesOn] Arguments of a run that goes on with the last one's conversation.
 * @property {Compaction} [compaction] How a talk is compacted whose summary is looked at. (Default: the table of cases compacts it, no more)
 * @property {string[]} [keeps] What the client itself leaves behind of a plugin.
 * @property {string[]} [rewrites] Files of its user that the client writes itself whenever it runs.
 *
 * @typedef {object} Conversation
 * @property {(world: World) => { args: string[], environment: Record<string, string> }} run
 * @property {(prompt: string) => string} turn A line for its standard input.
 * @property {(line: string) => boolean} endsTurn Whether a line of its output ends a turn.
 *
 * @typedef {object} Compaction
 * @property {(prompt: string) => string[]} asked The turns, one of which compacts.
 * @property {(asked: object) => boolean} summarises Whether a request asks the model for the summary.
 *
 * @typedef {object} World
 * @property {string} home
 * @property {string} project
 * @property {string} modelUrl
 */

const TOOLS = ['recall', 'get', 'remember', 'feedback', 'outcome', 'graph_search'];

/** Our tools as a client names them. */
export function toolNames(before) {
  return TOOLS.map((name) => `${before}${name}`);
}

/** A model name that no client knows anything about is the safest, but some bring tools only for names that they know. */
export const MODEL = 'scripted-model';
