package paraph

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// Kinds of errors: errors.Is(err, paraph.ErrNotFound).
var (
	// ErrValidation is 400: Violations lists every invalid parameter.
	ErrValidation = errors.New("paraph: not valid")
	// ErrAuthentication is 401: the token or key is missing, expired or unknown.
	ErrAuthentication = errors.New("paraph: not authenticated")
	// ErrPermission is 403: MissingScope names a scope that the token or key lacks.
	ErrPermission = errors.New("paraph: not permitted")
	// ErrNotFound is 404: does not exist or is not visible to the caller.
	ErrNotFound = errors.New("paraph: not found")
	// ErrConflict is 409: the present status does not permit this.
	ErrConflict = errors.New("paraph: conflict")
	// ErrDocument is 413, 415, 422: the document is too large, of an unsupported type, or unusable.
	ErrDocument = errors.New("paraph: document not accepted")
	// ErrRateLimit is 429 after all retries.
	ErrRateLimit = errors.New("paraph: too many calls")
	// ErrServer is 5xx after all retries.
	ErrServer = errors.New("paraph: failure of the server")
	// ErrConnection is no response, or none of this interface.
	ErrConnection = errors.New("paraph: no answer")
)

var kinds = map[int]error{
	400: ErrValidation, 401: ErrAuthentication, 403: ErrPermission, 404: ErrNotFound, 409: ErrConflict,
	413: ErrDocument, 415: ErrDocument, 422: ErrDocument, 429: ErrRateLimit,
}

// Error is every error of a call. A newer server may have codes that this client does not know.
type Error struct {
	// Code of the interface, or CONNECTION_FAILED, TIMEOUT, UNEXPECTED_ANSWER.
	Code    string
	Message string
	// Status of HTTP; 0 without a response.
	Status int
	// Violations by parameter in bracket notation: steps[0][recipients][1][email].
	Violations map[string]string
	// RequestID identifies the request in the server's log.
	RequestID string
	// RetryAfter is how long to wait before another call; nil where nothing was said.
	RetryAfter *time.Duration
	// MissingScope is what the token or key lacks (RFC 6750 §3.1).
	MissingScope string
	cause        error
}

func (e *Error) Error() string {
	if e.cause != nil {
		return fmt.Sprintf("paraph: %s: %v", e.Message, e.cause)
	}
	return fmt.Sprintf("paraph: %s (%s)", e.Message, e.Code)
}

// Unwrap returns the cause of a failed connection.
func (e *Error) Unwrap() error { return e.cause }

// Is tells the kind of the error.
func (e *Error) Is(kind error) bool {
	if strings.HasPrefix(e.Code, "IDEMPOTENCY_") {
		return kind == ErrConflict
	}
	if e.Status >= 500 {
		return kind == ErrServer
	}
	if (e.Code == "UNEXPECTED_ANSWER" && e.Status != 429) || e.Status == 0 {
		return kind == ErrConnection
	}
	return kind == kinds[e.Status]
}

type refusal struct {
	Error *struct {
		Code       string            `json:"code"`
		Message    string            `json:"message"`
		Violations map[string]string `json:"violations"`
	} `json:"error"`
	Result *bool `json:"result"`
}

// failureOf is the error that a response tells; nil where it is an answer.
func (r *request) failureOf(response *http.Response, body []byte) *Error {
	isSuccess := response.StatusCode >= 200 && response.StatusCode < 300
	if isSuccess && r.carriesOutcome {
		var outcomes []refusal
		_ = json.Unmarshal(body, &outcomes)
		if len(outcomes) > 0 && outcomes[0].Result != nil && !*outcomes[0].Result {
			failure := r.errorOf(response, outcomes[0])
			if status, is := statuses[failure.Code]; is {
				failure.Status = status
			}
			return failure
		}
	}
	if isSuccess && (r.wantsBytes || len(body) == 0 || json.Valid(body)) {
		return nil
	}
	var told refusal
	_ = json.Unmarshal(body, &told)
	return r.errorOf(response, told)
}

func (r *request) errorOf(response *http.Response, told refusal) *Error {
	failure := &Error{
		Code:         "UNEXPECTED_ANSWER",
		Message:      fmt.Sprintf("%s answered %d, and not in the words of Paraph; check BaseURL", r.url, response.StatusCode),
		Status:       response.StatusCode,
		RequestID:    response.Header.Get("X-Request-Id"),
		RetryAfter:   readRetryAfter(response.Header.Get("Retry-After")),
		MissingScope: readMissingScope(response.Header.Get("WWW-Authenticate")),
	}
	if told.Error != nil && told.Error.Code != "" {
		failure.Code, failure.Message = told.Error.Code, told.Error.Message
		failure.Violations = told.Error.Violations
	}
	return failure
}

var scope = regexp.MustCompile(`\bscope="([^"]+)"`)

func readMissingScope(value string) string {
	found := scope.FindStringSubmatch(value)
	if found == nil || !strings.Contains(value, `error="insufficient_scope"`) {
		return ""
	}
	return found[1]
}

// readRetryAfter reads seconds or a date (RFC 9110 §10.2.3).
func readRetryAfter(value string) *time.Duration {
	seconds, err := strconv.Atoi(value)
	if err != nil {
		date, err := http.ParseTime(value)
		if err != nil {
			return nil
		}
		seconds = int(math.Max(0, math.Ceil(time.Until(date).Seconds())))
	}
	wait := time.Duration(seconds) * time.Second
	return &wait
}
