package paraph

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// ErrNotification: the signature is invalid or too old. Respond with 400 and ignore the notification.
var ErrNotification = errors.New("paraph: the notification is not genuine")

// Notification is one with a verified signature.
type Notification struct {
	// ID is the same for every delivery attempt: process each once.
	ID string
	// Event such as NotifiedEventWorkflowSigned; a newer server may have more.
	Event NotifiedEvent
	// Time of this delivery attempt.
	Time time.Time
	// Envelope is the workflow at the moment of the event; nil where the event is about a seal.
	Envelope *NotifiedEnvelope
	// Seal is that of the organization, of seal.completed and seal.failed.
	Seal *NotifiedSeal
}

// Verifier verifies notifications. Several secrets are for the time while one is changed.
type Verifier struct {
	// Secrets of the workflow's callback or of the webhook (whsec_…).
	Secrets []string
	// Tolerance is how old a notification may be. Default: ten minutes.
	Tolerance time.Duration
	// Now is for tests.
	Now func() time.Time
}

// VerifyNotification verifies the raw body by one secret, in constant time, and returns what it says.
func VerifyNotification(header http.Header, body []byte, secret string) (*Notification, error) {
	return Verifier{Secrets: []string{secret}}.Verify(header, body)
}

// Verify verifies the raw body, in constant time, and returns what it says.
func (v Verifier) Verify(header http.Header, body []byte) (*Notification, error) {
	signed := standardSignature(header)
	if signed == nil {
		signed = plainSignature(header)
	}
	if signed == nil {
		return nil, fmt.Errorf("%w: it carries no signature", ErrNotification)
	}
	seconds, err := strconv.ParseInt(signed.stamp, 10, 64)
	if err != nil {
		return nil, fmt.Errorf("%w: it carries no time", ErrNotification)
	}
	tolerance, now := v.Tolerance, time.Now
	if tolerance == 0 {
		tolerance = 10 * time.Minute
	}
	if v.Now != nil {
		now = v.Now
	}
	age := now().Sub(time.Unix(seconds, 0))
	if age > tolerance || age < -tolerance {
		return nil, fmt.Errorf("%w: it is %s old; check the clock, or it is a replay", ErrNotification, age)
	}
	isRight := false
	for _, secret := range v.Secrets {
		// Anyone could sign with an empty key.
		if secret == "" {
			return nil, errors.New("paraph: the secret is empty")
		}
		for _, key := range keysOf(secret) {
			expected := hmac.New(sha256.New, key)
			expected.Write([]byte(signed.prefix))
			expected.Write(body)
			for _, given := range signed.signatures {
				isRight = hmac.Equal(expected.Sum(nil), given) || isRight
			}
		}
	}
	if !isRight {
		return nil, fmt.Errorf("%w: another secret, or not the raw body", ErrNotification)
	}
	return read(header, body, &Notification{ID: signed.id, Time: time.Unix(seconds, 0)})
}

// StandardSecret is the secret as libraries of Standard Webhooks take it: whsec_ and Base64.
func StandardSecret(secret string) string {
	if strings.HasPrefix(secret, "whsec_") {
		return secret
	}
	return "whsec_" + base64.StdEncoding.EncodeToString([]byte(secret))
}

func read(header http.Header, body []byte, made *Notification) (*Notification, error) {
	var told struct {
		Event *struct {
			Name NotifiedEvent `json:"name"`
		} `json:"event"`
	}
	if err := json.Unmarshal(body, &told); err != nil {
		return nil, err
	}
	// Where the body says it, a header that no signature covers does not count.
	made.Event = NotifiedEvent(header.Get("Paraph-Event"))
	if told.Event != nil {
		made.Event = told.Event.Name
	}
	if strings.HasPrefix(string(made.Event), "seal.") {
		made.Seal = &NotifiedSeal{}
		return made, json.Unmarshal(body, made.Seal)
	}
	made.Envelope = &NotifiedEnvelope{}
	return made, json.Unmarshal(body, made.Envelope)
}

type signature struct {
	id         string
	stamp      string
	prefix     string
	signatures [][]byte
}

// standardSignature is that of Standard Webhooks over id, time and body, Base64.
func standardSignature(header http.Header) *signature {
	id, stamp, line := header.Get("Webhook-Id"), header.Get("Webhook-Timestamp"), header.Get("Webhook-Signature")
	if id == "" || stamp == "" || line == "" {
		return nil
	}
	signed := &signature{id: id, stamp: stamp, prefix: id + "." + stamp + "."}
	for _, each := range strings.Fields(line) {
		if given, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(each, "v1,")); err == nil {
			signed.signatures = append(signed.signatures, given)
		}
	}
	return signed
}

// plainSignature is t=<seconds>,v1=<hex> over time and body.
func plainSignature(header http.Header) *signature {
	line := header.Get("Paraph-Signature")
	if line == "" {
		line = header.Get("YUMISIGN-SIGNATURE")
	}
	if line == "" {
		return nil
	}
	signed := &signature{}
	for _, part := range strings.Split(line, ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(part), "=")
		switch name {
		case "t":
			signed.stamp, signed.prefix = value, value+"."
		case "v1":
			if given, err := hex.DecodeString(value); err == nil {
				signed.signatures = append(signed.signatures, given)
			}
		}
	}
	return signed
}

// keysOf: a whsec_ secret signs the Standard Webhooks header with its decoded bytes, ours with its text.
func keysOf(secret string) [][]byte {
	keys := [][]byte{[]byte(secret)}
	if strings.HasPrefix(secret, "whsec_") {
		bytes, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
		if err == nil && len(bytes) > 0 {
			keys = append(keys, bytes)
		}
	}
	return keys
}
