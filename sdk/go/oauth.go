package paraph

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"
)

// Renews early, so that a token does not expire while its request is in flight.
const early = 30 * time.Second

// OAuthApp is a registered integration app: it acts for users who allowed it. The secret belongs on your server.
type OAuthApp struct {
	BaseURL      string
	ClientID     string
	ClientSecret string
	HTTPClient   *http.Client
}

// Tokens: store them where only your server can read them.
type Tokens struct {
	AccessToken  string
	RefreshToken string
	ExpiresAt    time.Time
}

// AuthorizationRequest is what the user is asked; CodeChallenge may be empty.
type AuthorizationRequest struct {
	RedirectURI   string
	Scopes        []Scope
	State         string
	CodeChallenge string
}

// AuthorizationURL is where to send the user's browser. Compare the state when it comes back (RFC 6749 §10.12).
func (a OAuthApp) AuthorizationURL(request AuthorizationRequest) string {
	var scopes []string
	for _, each := range request.Scopes {
		scopes = append(scopes, string(each))
	}
	query := url.Values{
		"client_id":     {a.ClientID},
		"redirect_uri":  {request.RedirectURI},
		"response_type": {"code"},
		"scope":         {strings.Join(scopes, " ")},
		"state":         {request.State},
	}
	if request.CodeChallenge != "" {
		query.Set("code_challenge", request.CodeChallenge)
		query.Set("code_challenge_method", "S256")
	}
	return strings.TrimRight(a.BaseURL, "/") + "/integration-apps/authorize?" + query.Encode()
}

// NewPKCEPair is a verifier to keep until the user returns, and its challenge for the URL (RFC 7636).
func NewPKCEPair() (verifier, challenge string, err error) {
	random := make([]byte, 32)
	if _, err := rand.Read(random); err != nil {
		return "", "", err
	}
	verifier = base64.RawURLEncoding.EncodeToString(random)
	digest := sha256.Sum256([]byte(verifier))
	return verifier, base64.RawURLEncoding.EncodeToString(digest[:]), nil
}

// ExchangeCode exchanges the code for tokens; codeVerifier may be empty. Call it once: a second exchange revokes the
// tokens (RFC 9700 §4.5).
func (a OAuthApp) ExchangeCode(ctx context.Context, code, redirectURI, codeVerifier string) (Tokens, error) {
	client, err := a.client()
	if err != nil {
		return Tokens{}, err
	}
	input := ExchangeCodeInput{ClientID: a.ClientID, ClientSecret: a.ClientSecret, RedirectURI: redirectURI, Code: code}
	if codeVerifier != "" {
		input.CodeVerifier = &codeVerifier
	}
	answer, err := client.ExchangeCode(ctx, input)
	if err != nil {
		return Tokens{}, err
	}
	return Tokens{answer.AccessToken, answer.RefreshToken, expiry(answer.ExpiresIn)}, nil
}

// RenewingToken renews the token before it expires or after it was refused; concurrent calls share one renewal.
// onRenewed stores the new tokens, and may be nil.
func (a OAuthApp) RenewingToken(tokens Tokens, onRenewed func(Tokens) error) TokenSource {
	var lock sync.Mutex
	return func(ctx context.Context, refused string) (string, error) {
		lock.Lock()
		defer lock.Unlock()
		if refused != tokens.AccessToken && time.Until(tokens.ExpiresAt) > early {
			return tokens.AccessToken, nil
		}
		client, err := a.client()
		if err != nil {
			return "", err
		}
		answer, err := client.RefreshAccess(ctx, RefreshAccessInput{
			ClientID: a.ClientID, ClientSecret: a.ClientSecret, RefreshToken: tokens.RefreshToken,
		})
		if err != nil {
			return "", err
		}
		tokens.AccessToken, tokens.ExpiresAt = answer.AccessToken, expiry(answer.ExpiresIn)
		if onRenewed != nil {
			err = onRenewed(tokens)
		}
		return tokens.AccessToken, err
	}
}

func (a OAuthApp) client() (*Client, error) {
	return New(Config{BaseURL: a.BaseURL, HTTPClient: a.HTTPClient})
}

func expiry(seconds int64) time.Time {
	return time.Now().Add(time.Duration(seconds) * time.Second)
}
