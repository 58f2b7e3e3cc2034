/** How long ago something was, as people say it. */
export function ago(seconds: number): string {
  if (seconds < 60) return 'just now';
  const steps: [number, string][] = [[86400, 'day'], [3600, 'hour'], [60, 'minute']];
  const [size, word] = steps.find(([length]) => seconds >= length)!;
  const count = Math.floor(seconds / size);
  return `${count} ${word}${count === 1 ? '' : 's'} ago`;
}
