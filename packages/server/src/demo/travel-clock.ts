import { systemClock, type Clock } from '@inkling/engine';

/** The system's clock, save that its date can be set: a memory that reads it cannot see what was created later. */
export interface TravelClock extends Clock {
  /** Sets the date, in milliseconds since 1970; null = today. */
  travelTo(moment: number | null): void;
}

export function createTravelClock(): TravelClock {
  let moment: number | null = null;
  return {
    ...systemClock,
    now: () => moment ?? systemClock.now(),
    travelTo(to) {
      moment = to;
    },
  };
}
