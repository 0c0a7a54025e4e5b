// Package paraph is the typed client of Paraph, open electronic signatures.
package paraph

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand"
	"net/http"
	"strings"
	"time"
)

// TokenSource returns the access token for each call. It is called again after a 401, with the refused token;
// RenewingToken makes one.
type TokenSource func(ctx context.Context, refused string) (string, error)

// Config is the URL, credential and retry policy of a client.
type Config struct {
	// BaseURL of the instance: https://sign.example.com.
	BaseURL string
	// APIKey is created under Developers → API keys. Give one of APIKey, Token and TokenSource.
	APIKey string
	// Token is an OAuth access token; it is not renewed.
	Token       string
	TokenSource TokenSource
	// HTTPClient sends the requests; its redirects are not followed. Default: a client with a timeout of a minute.
	HTTPClient *http.Client
	// Retries after a network failure, 429, 502, 503 or 504. Default: 2; -1 for none.
	Retries int
	// RetryDelay before the first retry, doubled for each further one. Default: half a second.
	RetryDelay time.Duration
	// RetryDelayMax is the longest delay; a longer Retry-After fails the call at once. Default: 30 seconds.
	RetryDelayMax time.Duration
}

// Client is the client of one instance: a method for every operation of the interface.
type Client struct {
	config Config
	http   http.Client
}

// New makes a client.
func New(config Config) (*Client, error) {
	if !strings.HasPrefix(config.BaseURL, "https://") && !strings.HasPrefix(config.BaseURL, "http://") {
		return nil, fmt.Errorf("paraph: BaseURL must begin with https:// or http://, not %q", config.BaseURL)
	}
	given := 0
	for _, isGiven := range []bool{config.APIKey != "", config.Token != "", config.TokenSource != nil} {
		if isGiven {
			given++
		}
	}
	if given > 1 {
		return nil, errors.New("paraph: give one of APIKey, Token and TokenSource")
	}
	config.BaseURL = strings.TrimRight(config.BaseURL, "/")
	if config.Retries == 0 {
		config.Retries = 2
	}
	if config.RetryDelay == 0 {
		config.RetryDelay = 500 * time.Millisecond
	}
	if config.RetryDelayMax == 0 {
		config.RetryDelayMax = 30 * time.Second
	}
	client := &Client{config: config, http: http.Client{Timeout: time.Minute}}
	if config.HTTPClient != nil {
		client.http = *config.HTTPClient
	}
	// A redirect could send the API key to another host; the interface has none.
	client.http.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return client, nil
}

// CallOption changes one call.
type CallOption func(*request)

// IdempotencyKey is for POST and PUT; default: a new key for each call. Two calls with the same key act once.
func IdempotencyKey(key string) CallOption {
	return func(request *request) { request.key = key }
}

// Retries of a repeatable call; 0 for none.
func Retries(count int) CallOption {
	return func(request *request) { request.retries = count }
}

// Header adds a header.
func Header(name, value string) CallOption {
	return func(request *request) { request.headers.Set(name, value) }
}

// Download reads a file by a link of a response. The credential goes to BaseURL alone.
func (c *Client) Download(ctx context.Context, link string, options ...CallOption) ([]byte, error) {
	request, err := c.downloadRequest(link, options)
	if err != nil {
		return nil, err
	}
	return c.send(ctx, request)
}

func (c *Client) send(ctx context.Context, request *request) ([]byte, error) {
	token, err := c.token(ctx, request, "")
	isRenewed := false
	for attempt := 0; ; {
		if err != nil {
			return nil, err
		}
		body, failure := c.sendOnce(ctx, request, token)
		if failure == nil {
			return body, nil
		}
		if failure.Status == 401 && c.config.TokenSource != nil && !isRenewed && !request.isAnonymous {
			isRenewed = true
			token, err = c.token(ctx, request, token)
			continue
		}
		delay, mayRepeat := c.delayBefore(failure, request, attempt)
		if ctx.Err() != nil || attempt >= request.retries || !mayRepeat {
			return nil, failure
		}
		attempt++
		timer := time.NewTimer(delay)
		select {
		case <-ctx.Done():
			timer.Stop()
			return nil, ctx.Err()
		case <-timer.C:
		}
		token, err = c.token(ctx, request, "")
	}
}

func (c *Client) sendOnce(ctx context.Context, request *request, token string) ([]byte, *Error) {
	failed := func(err error) *Error {
		code := "CONNECTION_FAILED"
		var timeout interface{ Timeout() bool }
		if errors.As(err, &timeout) && timeout.Timeout() {
			code = "TIMEOUT"
		}
		message := fmt.Sprintf("%s %s could not be sent or its answer not be read", request.method, request.url)
		return &Error{Code: code, Message: message, cause: err}
	}
	sent, err := http.NewRequestWithContext(ctx, request.method, request.url, request.bodyReader())
	if err != nil {
		return nil, failed(err)
	}
	sent.Header = request.headers.Clone()
	if request.key != "" {
		sent.Header.Set("Idempotency-Key", request.key)
	}
	if c.config.APIKey != "" && !request.isAnonymous {
		sent.Header.Set("X-Api-Key", c.config.APIKey)
	} else if token != "" {
		sent.Header.Set("Authorization", "Bearer "+token)
	}
	response, err := c.http.Do(sent)
	if err != nil {
		return nil, failed(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, failed(err)
	}
	if failure := request.failureOf(response, body); failure != nil {
		return nil, failure
	}
	return body, nil
}

func (c *Client) token(ctx context.Context, request *request, refused string) (string, error) {
	if request.isAnonymous {
		return "", nil
	}
	if c.config.TokenSource == nil {
		return c.config.Token, nil
	}
	return c.config.TokenSource(ctx, refused)
}

func (c *Client) delayBefore(failure *Error, request *request, attempt int) (time.Duration, bool) {
	// With these statuses nothing was done; with others the request may have been processed.
	isRefused := failure.Status == 429 || failure.Status == 503 || failure.Code == "IDEMPOTENCY_KEY_IN_USE"
	isUnclear := failure.Status == 502 || failure.Status == 504 || failure.Status == 0
	if !isRefused && !(isUnclear && request.isRepeatable()) {
		return 0, false
	}
	longest := c.config.RetryDelayMax
	if failure.RetryAfter != nil {
		return *failure.RetryAfter, *failure.RetryAfter <= longest
	}
	delay := c.config.RetryDelay << attempt
	if delay > longest || delay <= 0 {
		delay = longest
	}
	// Spread, so that many clients do not retry at once after an outage.
	return time.Duration(float64(delay) * (0.5 + rand.Float64()/2)), true
}
