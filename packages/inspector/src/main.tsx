import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { enterByCode, takeCodeFromAddress } from './api/enter-by-code.ts';
import './styles/index.css';

const code = takeCodeFromAddress();
const problem = code === null ? null : await enterByCode(code);
const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <App problem={problem} />
    </StrictMode>,
  );
