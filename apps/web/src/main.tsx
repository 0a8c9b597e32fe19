import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '#shared/ui/theme.css';
import { App } from '#app/app.tsx';

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
} else {
  console.error('Root element not found');
}
