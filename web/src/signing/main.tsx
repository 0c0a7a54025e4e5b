import { createRoot } from 'react-dom/client';
import '../ui/tokens.css';
import { startInTheirLanguage } from './languages.ts';
import './signing.css';
import { SigningPage } from './signing-page.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('signing.html has no element with the id root.');
void startInTheirLanguage().then(() => createRoot(root).render(<SigningPage />));
