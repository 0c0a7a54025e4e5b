import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.Security;
import java.security.cert.CertPathValidator;
import java.security.cert.CertificateFactory;
import java.security.cert.PKIXParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.pdfbox.cos.COSArray;
import org.apache.pdfbox.cos.COSBase;
import org.apache.pdfbox.cos.COSDictionary;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.cos.COSStream;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.interactive.digitalsignature.PDSignature;
import org.bouncycastle.asn1.ess.SigningCertificateV2;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.cert.X509CRLHolder;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509CertificateHolder;
import org.bouncycastle.cert.ocsp.BasicOCSPResp;
import org.bouncycastle.cert.ocsp.OCSPResp;
import org.bouncycastle.cert.ocsp.RespID;
import org.bouncycastle.cms.CMSProcessableByteArray;
import org.bouncycastle.cms.CMSSignedData;
import org.bouncycastle.cms.SignerInformation;
import org.bouncycastle.cms.jcajce.JcaSimpleSignerInfoVerifierBuilder;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.operator.ContentVerifierProvider;
import org.bouncycastle.operator.DigestCalculator;
import org.bouncycastle.operator.jcajce.JcaContentVerifierProviderBuilder;
import org.bouncycastle.operator.jcajce.JcaDigestCalculatorProviderBuilder;
import org.bouncycastle.tsp.TimeStampToken;

/**
 * Opens files with PDFBox and validates every signature, timestamp, OCSP answer and list in them with Bouncy Castle.
 * Arguments: the DER of the roots. Standard input: a path a line. Answers a line for each path, parted by tabs: the
 * path, then "ok" or what is wrong, then how many signatures, document timestamps, OCSP answers and lists it validated.
 */
class PdfBoxValidator {
    static final CertificateFactory factory = certificateFactory();
    static final List<X509Certificate> roots = new ArrayList<>();

    public static void main(String[] args) throws Exception {
        Security.addProvider(new BouncyCastleProvider());
        for (String root : args) roots.add(certificate(Files.readAllBytes(Path.of(root))));
        BufferedReader paths = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String path = paths.readLine(); path != null; path = paths.readLine())
            System.out.println(path + "\t" + verdict(new File(path)));
    }

    static String verdict(File file) {
        int[] counts = new int[4];
        String wrong = "ok";
        try (PDDocument document = PDDocument.load(file)) {
            byte[] bytes = Files.readAllBytes(file.toPath());
            for (PDSignature signature : document.getSignatureDictionaries()) {
                byte[] signed = signature.getSignedContent(bytes);
                byte[] contents = signature.getContents();
                if (signature.getSubFilter().equals("ETSI.RFC3161")) {
                    validateTimestamp(contents, signed);
                    counts[1] += 1;
                } else {
                    validateSignature(contents, signed, signature.getSubFilter());
                    counts[0] += 1;
                }
            }
            validateStore(document, counts);
        } catch (Exception problem) {
            wrong = String.valueOf(problem).replaceAll("\\s+", " ");
        }
        return wrong + "\t" + Arrays.stream(counts).mapToObj(String::valueOf).collect(Collectors.joining("\t"));
    }

    static void validateSignature(byte[] contents, byte[] signed, String subFilter) throws Exception {
        CMSSignedData cms = new CMSSignedData(new CMSProcessableByteArray(signed), contents);
        SignerInformation signer = cms.getSignerInfos().getSigners().iterator().next();
        X509CertificateHolder own = (X509CertificateHolder) cms.getCertificates().getMatches(signer.getSID()).iterator().next();
        demand(signer.verify(new JcaSimpleSignerInfoVerifierBuilder().setProvider("BC").build(own)), "the signature is wrong");
        if (subFilter.equals("ETSI.CAdES.detached")) {
            var attribute = signer.getSignedAttributes().get(PKCSObjectIdentifiers.id_aa_signingCertificateV2);
            byte[] named = SigningCertificateV2.getInstance(attribute.getAttributeValues()[0]).getCerts()[0].getCertHash();
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(own.getEncoded());
            demand(Arrays.equals(named, hash), "the certificate is not the one that was signed");
        }
        validatePath(own, cms);
        var unsigned = signer.getUnsignedAttributes();
        var token = unsigned == null ? null : unsigned.get(PKCSObjectIdentifiers.id_aa_signatureTimeStampToken);
        if (token != null)
            validateTimestamp(token.getAttributeValues()[0].toASN1Primitive().getEncoded(), signer.getSignature());
    }

    static void validateTimestamp(byte[] contents, byte[] stamped) throws Exception {
        TimeStampToken token = new TimeStampToken(new CMSSignedData(contents));
        X509CertificateHolder own = (X509CertificateHolder) token.getCertificates().getMatches(token.getSID()).iterator().next();
        token.validate(new JcaSimpleSignerInfoVerifierBuilder().setProvider("BC").build(own));
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(stamped);
        demand(Arrays.equals(token.getTimeStampInfo().getMessageImprintDigest(), digest), "the timestamp is of other bytes");
        validatePath(own, token.toCMSSignedData());
    }

    /** Every answer and every list must be signed by somebody whose certificate is in the store, or a root. */
    static void validateStore(PDDocument document, int[] counts) throws Exception {
        COSDictionary catalog = document.getDocumentCatalog().getCOSObject();
        COSBase store = catalog.getDictionaryObject(COSName.getPDFName("DSS"));
        if (!(store instanceof COSDictionary)) return;
        List<X509CertificateHolder> issuers = new ArrayList<>();
        for (X509Certificate root : roots) issuers.add(new JcaX509CertificateHolder(root));
        for (byte[] der : streams((COSDictionary) store, "Certs")) issuers.add(new X509CertificateHolder(der));
        for (byte[] der : streams((COSDictionary) store, "OCSPs")) {
            BasicOCSPResp answer = (BasicOCSPResp) new OCSPResp(der).getResponseObject();
            boolean isSigned = false;
            for (X509CertificateHolder issuer : issuers) isSigned |= isSignedBy(answer, issuer);
            demand(isSigned, "an OCSP answer is signed by nobody known");
            for (var one : answer.getResponses()) demand(one.getCertStatus() == null, "an OCSP answer is not good");
            counts[2] += 1;
        }
        for (byte[] der : streams((COSDictionary) store, "CRLs")) {
            X509CRLHolder list = new X509CRLHolder(der);
            boolean isSigned = false;
            for (X509CertificateHolder issuer : issuers)
                isSigned |= issuer.getSubject().equals(list.getIssuer()) && list.isSignatureValid(verifierOf(issuer));
            demand(isSigned, "a list is signed by nobody known");
            counts[3] += 1;
        }
    }

    /** By the key that it names; another issuer's may be of a kind that cannot even be tried. */
    static boolean isSignedBy(BasicOCSPResp answer, X509CertificateHolder issuer) throws Exception {
        DigestCalculator sha1 = new JcaDigestCalculatorProviderBuilder().build().get(RespID.HASH_SHA1);
        RespID responder = new RespID(issuer.getSubjectPublicKeyInfo(), sha1);
        return responder.equals(answer.getResponderId()) && answer.isSignatureValid(verifierOf(issuer));
    }

    static List<byte[]> streams(COSDictionary store, String key) throws Exception {
        List<byte[]> found = new ArrayList<>();
        COSBase list = store.getDictionaryObject(COSName.getPDFName(key));
        if (list instanceof COSArray)
            for (int index = 0; index < ((COSArray) list).size(); index += 1)
                found.add(((COSStream) ((COSArray) list).getObject(index)).createInputStream().readAllBytes());
        return found;
    }

    static ContentVerifierProvider verifierOf(X509CertificateHolder issuer) throws Exception {
        return new JcaContentVerifierProviderBuilder().setProvider("BC").build(issuer);
    }

    static void validatePath(X509CertificateHolder own, CMSSignedData cms) throws Exception {
        List<X509Certificate> path = new ArrayList<>();
        JcaX509CertificateConverter converter = new JcaX509CertificateConverter();
        for (X509CertificateHolder next = own; next != null; next = issuerOf(next, cms)) {
            X509Certificate converted = certificate(converter.getCertificate(next).getEncoded());
            if (roots.contains(converted)) break;
            path.add(converted);
        }
        // A certificate that is trusted itself is the whole of its path.
        if (path.isEmpty()) return;
        Set<TrustAnchor> anchors = roots.stream().map(root -> new TrustAnchor(root, null)).collect(Collectors.toSet());
        PKIXParameters parameters = new PKIXParameters(anchors);
        parameters.setRevocationEnabled(false);
        CertPathValidator.getInstance("PKIX", "BC").validate(factory.generateCertPath(path), parameters);
    }

    static X509CertificateHolder issuerOf(X509CertificateHolder certificate, CMSSignedData cms) {
        if (certificate.getIssuer().equals(certificate.getSubject())) return null;
        for (Object other : cms.getCertificates().getMatches(null))
            if (((X509CertificateHolder) other).getSubject().equals(certificate.getIssuer())) return (X509CertificateHolder) other;
        return null;
    }

    static X509Certificate certificate(byte[] der) throws Exception {
        return (X509Certificate) factory.generateCertificate(new ByteArrayInputStream(der));
    }

    static CertificateFactory certificateFactory() {
        try {
            return CertificateFactory.getInstance("X.509");
        } catch (Exception impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    static void demand(boolean isTrue, String otherwise) {
        if (!isTrue) throw new IllegalStateException(otherwise);
    }
}
