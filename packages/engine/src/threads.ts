/** How the threads of a process share its processors, without the library: for a program to say before it starts any. */
export { lowerHelperPriority } from './base/thread-priority.ts';
