import type { ReactNode } from 'react';
import type { FeedState } from '../api/activity-feed.ts';
import { Badge, type Tone } from '../ui/badge.tsx';

const WORDS: Readonly<Record<FeedState, { readonly tone: Tone; readonly text: string; readonly title: string }>> = {
  connecting: { tone: 'neutral', text: 'Connecting', title: 'Opening the stream' },
  live: { tone: 'good', text: 'Live', title: 'Events are pushed as they happen' },
  polling: { tone: 'warn', text: 'Polling', title: 'The stream is cut: asking every second until it is back' },
  offline: { tone: 'bad', text: 'Offline', title: 'The daemon does not answer. Trying again every second' },
};

/** How the events on this page arrive. */
export function FeedIndicator({ state, isLive }: { readonly state: FeedState; readonly isLive: boolean }): ReactNode {
  const { tone, text, title } = WORDS[state];
  return (
    <span className="feed-state" role="status" data-state={state}>
      <Badge tone={tone} dot pulse={state === 'live' && isLive} title={title}>
        {text}
      </Badge>
    </span>
  );
}
