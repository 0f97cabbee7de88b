/** The thread that holds the vectors: a search of 100,000 takes 12 ms, which the thread that keeps deadlines does not have. */
import { parentPort } from 'node:worker_threads';
import { answerCalls } from '../../../base/threads/worker-calls.ts';
import { createVectorStore, type VectorRequest } from './vector-store.ts';

const store = createVectorStore();

answerCalls(parentPort, (request) => store.answer(request as VectorRequest));
