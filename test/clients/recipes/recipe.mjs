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
 * @property {RegExp} [doctorSays] What `inkling doctor` says of the client's hooks. (Default: nothing)
 * @property {string[]} [rewrites] Files of its user that the client writes itself whenever it runs.
 *
 * @typedef {object} World
 * @property {string} home
 * @property {string} project
 * @property {string} modelUrl
 */

/** A model name that no client knows anything about is the safest, but some bring tools only for names that they know. */
export const MODEL = 'scripted-model';
