import { Toast } from '@base-ui/react/toast';

/** What happened, in one sentence. */
export interface Notice {
  readonly tone: 'good' | 'bad';
  readonly text: string;
}

/** Tells the person something in a corner, and screen readers politely. */
export function useNotify(): (notice: Notice) => void {
  const { add } = Toast.useToastManager();
  return ({ tone, text }) => {
    add({ title: text, type: tone, priority: tone === 'bad' ? 'high' : 'low' });
  };
}
