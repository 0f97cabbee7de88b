/** The project of the story. */
export const PROJECT = 'payments-api';
