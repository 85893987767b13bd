// The words of the status bar.
import type { FileState } from './protocol';

export interface Shown {
  /** The server, as the client knows it. */
  health: 'starting' | 'running' | 'stopped' | 'missing' | 'waiting';
  /** The file in the editor, as the server says; nothing before it has. */
  file: { state: FileState; percentage?: number } | undefined;
  /** Whether values are shown. */
  revealed: boolean;
}

export interface Words {
  text: string;
  /** The same in whole words, for a pointer and for screen readers. */
  tooltip: string;
  /** How much it should stand out. */
  level: 'calm' | 'warning' | 'error';
}

export function words(shown: Shown): Words {
  const { icon, said, tooltip, level } = state(shown);
  const hidden = shown.health === 'running' && !shown.revealed;
  return {
    text: `$(${icon}) sgg${said === '' ? '' : `: ${said}`}${hidden ? ' $(eye-closed)' : ''}`,
    tooltip: `sgg: ${tooltip}${hidden ? ' Values are hidden.' : ''}`,
    level,
  };
}

function state(shown: Shown): { icon: string; said: string; tooltip: string; level: Words['level'] } {
  switch (shown.health) {
    case 'starting':
      return { icon: 'sync~spin', said: 'starting', tooltip: 'the server is starting.', level: 'calm' };
    case 'waiting':
      return {
        icon: 'warning',
        said: 'restarting',
        tooltip: 'the server stopped by itself and will be started again.',
        level: 'warning',
      };
    case 'stopped':
      return { icon: 'circle-slash', said: 'stopped', tooltip: 'the server is stopped.', level: 'error' };
    case 'missing':
      return { icon: 'error', said: 'no server', tooltip: 'the server was not found.', level: 'error' };
    case 'running':
      return fileState(shown.file);
  }
}

function fileState(file: Shown['file']): ReturnType<typeof state> {
  const percentage = file?.percentage === undefined ? '' : ` ${Math.floor(file.percentage)} %`;
  switch (file?.state) {
    case undefined:
      return { icon: 'check', said: '', tooltip: 'the server runs.', level: 'calm' };
    case 'fresh':
      return { icon: 'check', said: '', tooltip: 'values are those of the text.', level: 'calm' };
    case 'solving':
      return { icon: 'sync~spin', said: `solving${percentage}`, tooltip: `solving${percentage}.`, level: 'calm' };
    case 'stale':
      return { icon: 'history', said: 'stale', tooltip: 'some values are older than the text.', level: 'calm' };
    case 'overBudget':
      return {
        icon: 'warning',
        said: 'over budget',
        tooltip: 'some values cost more steps than the setting `sgg.solve.budget` allows; they are `?`.',
        level: 'warning',
      };
  }
}
