import { createRoot } from 'react-dom/client';
import './page.css';
import { startInPreferredLanguage } from './languages.ts';
import './signing.css';
import { SigningPage } from './signing-page.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('signing.html has no element with the id root.');
void startInPreferredLanguage().then(() => createRoot(root).render(<SigningPage />));
