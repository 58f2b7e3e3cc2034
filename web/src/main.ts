import { mount } from 'svelte';
import App from './App.svelte';
import { followLinks } from './lib/router.svelte';
import { followTheme } from './lib/theme.svelte';
import './lib/styles/tokens.css';
import './lib/styles/base.css';

followTheme();
followLinks();
mount(App, { target: document.getElementById('app')! });
