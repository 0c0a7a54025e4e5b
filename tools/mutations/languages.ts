import type { FaultyFile } from './mutation.ts';

const tests = ['tests/sdk/languages/languages.test.ts'];

/** The clients for Python, PHP and Go: what they believe, repeat, and send where. */
export const languageFaults: readonly FaultyFile[] = [
  {
    file: 'sdk/python/paraph/_notifications.py',
    tests,
    faults: {
      'python-believes-any-signature': ['if not any([hmac', 'if False and not any([hmac'],
      'python-believes-old-notifications': ['if abs(age) > tolerance:', 'if False:'],
    },
  },
  {
    file: 'sdk/python/paraph/_request.py',
    tests,
    faults: {
      'python-repeats-lost-deletion': ['is_repeatable=method == "GET" or has_key,', 'is_repeatable=True,'],
      'python-sends-dots-as-id': ['if value in ("", ".", ".."):', 'if value == "":'],
      'python-takes-failed-outcome-for-success': ['if self.carries_outcome and', 'if False and'],
    },
  },
  {
    file: 'sdk/php/src/Notification.php',
    tests,
    faults: {
      'php-believes-any-signature': ['        return $isRight;', '        return true;'],
      'php-believes-old-notifications': ['if (abs($age) > $tolerance) {', 'if (false) {'],
    },
  },
  {
    file: 'sdk/php/src/Request.php',
    tests,
    faults: {
      'php-repeats-lost-deletion': ["return $this->method === 'GET' || $this->takesKey();", 'return true;'],
      'php-sends-dots-as-id': ["['', '.', '..']", "['']"],
    },
  },
  {
    file: 'sdk/go/notification.go',
    tests,
    faults: {
      'go-believes-any-signature': ['if !isRight {', 'if !isRight && false {'],
      'go-believes-old-notifications': ['if age > tolerance || age < -tolerance {', 'if false {'],
    },
  },
  {
    file: 'sdk/go/client.go',
    tests,
    faults: {
      'go-follows-redirects': [
        'client.http.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }',
        '',
      ],
    },
  },
  {
    file: 'sdk/go/values.go',
    tests,
    faults: { 'go-leaves-null-out': ['return nil, n.isNull', 'return nil, false'] },
  },
];
