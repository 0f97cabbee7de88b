// Before the first paint, so that nobody who chose dark sees a flash of light. A file, since the content security policy forbids inline code.
(() => {
  const chosen = localStorage.getItem('inkling-theme');
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
})();
